import { Button, Dialog, DialogTitle } from '@mui/material';
import { render } from '@testing-library/react';

/** What jsdom itself computes: any other property is of its own declaration. */
const fromJsdom = (styles: CSSStyleDeclaration, name: string): string =>
  new RegExp(`(?:^|; )${name}: ([^;]+)`).exec(styles.cssText)?.[1] ?? '';

function expectSame(): void {
  // After a changed rule jsdom computes nothing anew before the page changes.
  document.body.toggleAttribute('data-changed');
  for (const element of document.querySelectorAll('*')) {
    const styles = getComputedStyle(element);
    for (const name of ['display', 'visibility', 'pointer-events']) {
      expect([element.outerHTML, name, styles.getPropertyValue(name)]).toEqual([
        element.outerHTML,
        name,
        fromJsdom(styles, name),
      ]);
    }
  }
}

test('what can be seen and pressed is what jsdom computes, also after styles and rules have come and gone', () => {
  render(
    <Dialog open>
      <DialogTitle>A question</DialogTitle>
      <Button disabled>Not now</Button>
      <p style={{ visibility: 'hidden' }}>
        Hidden <span className="seen">but for this</span>
      </p>
    </Dialog>,
  );
  expectSame();
  const style = document.createElement('style');
  style.textContent = `.seen, p > em { visibility: visible } @media screen { p { display: none } } @media print { p { display: flex } }
    p:has(.seen) { pointer-events: none } .seen { display: unset }`;
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
