import type { paths } from '#lib/paths.ts';
import { IconTile } from '#ui/layout/icon-tile.tsx';
import { Card } from '@mantine/core';
import { IconChevronRight, IconLifebuoy } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { ownTicketsTexts as texts } from '@trace/contract/tickets/tickets.texts';
import classes from './tickets-link.module.css';

/** The way to the person's requests. */
export function TicketsLink({ to }: { to: typeof paths.userRequests | typeof paths.installerRequests }) {
  return (
    <Card component={Link} to={to} className={classes.card ?? ''}>
      <IconTile icon={IconLifebuoy} />
      <span className={classes.words}>
        <span className={classes.title}>{texts.link}</span>
        <span className={classes.note}>{texts.lead}</span>
      </span>
      <IconChevronRight size={18} stroke={1.7} aria-hidden="true" />
    </Card>
  );
}
