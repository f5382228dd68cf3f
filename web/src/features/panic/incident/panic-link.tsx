import type { paths } from '#lib/paths.ts';
import { LinkCard } from '#ui/layout/link-card.tsx';
import { IconAlertTriangle } from '@tabler/icons-react';
import { panicPagesTexts } from '@trace/contract/panic/panic.pages.texts';

interface PanicLinkProps {
  to: typeof paths.userIncidents | typeof paths.installerIncidents;
  note: string;
}

/** The way to the incidents. */
export function PanicLink({ to, note }: PanicLinkProps) {
  return <LinkCard to={to} icon={IconAlertTriangle} title={panicPagesTexts.title} note={note} />;
}
