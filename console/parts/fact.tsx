import type { ReactNode } from 'react';
import { CopyButton } from './copy.tsx';

interface FactProps {
  readonly name: string;
  readonly className?: string;
  readonly children: ReactNode;
}

export function Fact({ name, className, children }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={className}>{children}</dd>
    </div>
  );
}

export function CopiedFact({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <Fact name={name} className="with-copy">
      <code>{text}</code>
      <CopyButton text={text} />
    </Fact>
  );
}
