/** Finds faults in the page's look, one line each; runs in the page. */
export async function look(): Promise<string[]> {
  if (document.querySelector('[aria-busy="true"], .MuiSkeleton-root') || !document.querySelector('h1'))
    return ['loads'];
  await document.fonts.ready;
  // Two frames: one to lay out what a new size requests, and one to draw it.
  for (let frame = 0; frame < 2; frame += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
  const { documentElement } = document;
  const found: string[] = [];
  const overhang = documentElement.scrollWidth - documentElement.clientWidth;
  if (overhang > 0) found.push(`scrolls sideways by ${overhang} px at ${innerWidth}`);
  for (const field of document.querySelectorAll<HTMLInputElement>('input, select, textarea:not([readonly])')) {
    if (!field.checkVisibility() || ['hidden', 'file', 'checkbox', 'radio', 'range'].includes(field.type)) continue;
    const name = field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent ?? field.outerHTML;
    const { fontSize, lineHeight, paddingTop, paddingBottom, backgroundColor } = getComputedStyle(field);
    const px = Number.parseFloat;
    // An iPhone zooms in on a field with smaller text.
    if (innerWidth < 500 && px(fontSize) < 16) found.push(`${name}: text of ${fontSize}`);
    const room = field.clientHeight - px(paddingTop) - px(paddingBottom);
    if (room < px(fontSize) * 1.15) found.push(`${name}: ${fontSize} cut to ${room} px (${lineHeight})`);
    // WebKit greys an empty date using the field's own background.
    if (['date', 'time'].includes(field.type) && backgroundColor === 'rgba(0, 0, 0, 0)')
      found.push(`${name}: no ground`);
  }
  return found;
}
