import { Button, Dialog, DialogTitle } from '@mui/material';
import { render } from '@testing-library/react';

/** What jsdom itself computes: any other property is of its own declaration. */
const fromJsdom = (styles: CSSStyleDeclaration, name: string): string =>
  new RegExp(`(?:^|; )${name}: ([^;]+)`).exec(styles.cssText)?.[1] ?? '';

const names = ['display', 'visibility', 'pointer-events', 'opacity', 'position', 'content-visibility'].concat([
  'overflow',
  'overflow-x',
  'overflow-y',
]);

function expectSame(): void {
  // After a changed rule jsdom computes nothing anew before the page changes.
  document.body.toggleAttribute('data-changed');
  for (const element of document.querySelectorAll('*')) {
    const styles = getComputedStyle(element);
    for (const name of names) {
      expect([element.outerHTML, name, styles.getPropertyValue(name)]).toEqual([
        element.outerHTML,
        name,
        fromJsdom(styles, name),
      ]);
    }
  }
}

test('what can be seen, pressed and scrolled is what jsdom computes, also after styles and rules have come and gone', () => {
  render(
    <Dialog open>
      <DialogTitle>A question</DialogTitle>
      <Button disabled>Not now</Button>
      <p style={{ visibility: 'hidden' }}>
        Hidden <span className="seen">but for this</span> <em style={{ opacity: 0 }}>and this</em>
      </p>
    </Dialog>,
  );
  expectSame();
  const style = document.createElement('style');
  style.textContent = `.seen, p > em { visibility: visible } @media screen { p { display: none } } @media print { p { display: flex } }
    p:has(.seen) { pointer-events: none } .seen { display: unset }
    p { opacity: 0.5; position: sticky; overflow: hidden auto } em { overflow-y: scroll; content-visibility: hidden }`;
  document.head.append(style);
  expectSame();
  style.sheet?.insertRule('p { display: grid }', style.sheet.cssRules.length);
  expectSame();
  expect(getComputedStyle(document.querySelector('p') as Element).display).toBe('grid');
  style.sheet?.deleteRule(style.sheet.cssRules.length - 1);
  style.sheet?.insertRule('.seen { visibility: hidden }', 0);
  expectSame();
  style.remove();
  expectSame();
});
