import { useOffline } from '#lib/offline/offline.ts';
import { ShellHead } from '#shell/shell-head.tsx';
import { AsOf } from '#ui/layout/as-of.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import type { ComponentProps, ReactNode } from 'react';

interface AreaPageProps extends ComponentProps<typeof PageHeader> {
  children: ReactNode;
}

/** A page in the area of a signed-in user: its head in the shell, and its content. */
export function AreaPage({ children, context, ...head }: AreaPageProps) {
  const isLastKnown = useOffline() !== null;
  return (
    <>
      <ShellHead>
        <PageHeader {...head} context={isLastKnown ? <LastKnown context={context} /> : context} />
      </ShellHead>
      {children}
    </>
  );
}

function LastKnown({ context }: { context: ReactNode }) {
  return (
    <>
      {context}
      {context && ', '}
      <AsOf isShort />
    </>
  );
}
