import type { paths } from '#lib/paths.ts';
import { LinkCard } from '#ui/layout/link-card.tsx';
import { IconLifebuoy } from '@tabler/icons-react';
import { ownTicketsTexts as texts } from '@trace/contract/tickets/tickets.texts';

/** The way to the person's requests. */
export function TicketsLink({ to }: { to: typeof paths.userRequests | typeof paths.installerRequests }) {
  return <LinkCard to={to} icon={IconLifebuoy} title={texts.link} note={texts.lead} />;
}
