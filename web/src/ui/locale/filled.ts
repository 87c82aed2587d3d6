import { createElement, Fragment, type ReactNode } from 'react';

/** A sentence with elements at its `{names}`, so that each language orders them itself. */
export const filled = (sentence: string, elements: Record<string, ReactNode>): ReactNode =>
  createElement(
    Fragment,
    null,
    ...sentence.split(/\{(\w+)\}/).map((part, index) => (index % 2 ? elements[part] : part)),
  );
