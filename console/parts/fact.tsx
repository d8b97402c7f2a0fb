import type { ReactNode } from 'react';
import { CopyButton } from './copy.tsx';

interface FactProps {
  readonly name: string;
  readonly children: ReactNode;
}

export function Fact({ name, children }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export function Copied({ text }: { readonly text: string }) {
  return (
    <span className="with-copy">
      <code>{text}</code>
      <CopyButton text={text} />
    </span>
  );
}
