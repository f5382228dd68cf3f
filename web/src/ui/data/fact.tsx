import type { ReactNode } from 'react';

interface FactProps {
  name: string;
  /** The class of the value. */
  className?: string | undefined;
  children: ReactNode;
}

/** A name and its value, one of the facts in a `dl`. */
export function Fact({ name, className, children }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={className}>{children}</dd>
    </div>
  );
}
