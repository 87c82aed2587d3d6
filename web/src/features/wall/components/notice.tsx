import type { ReactNode } from 'react';
import type { Both } from '../text.ts';

/** A full-screen message. */
export function Notice({ title, hint, children }: { title: Both; hint?: Both; children?: ReactNode }) {
  return (
    <div className="wall notice">
      <h1>
        {title.en}
        <span lang="hi">{title.hi}</span>
      </h1>
      {hint ? (
        <p>
          {hint.en}
          <span lang="hi">{hint.hi}</span>
        </p>
      ) : null}
      {children}
    </div>
  );
}
