import { Card } from '@mantine/core';
import { IconChevronRight, type TablerIcon } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { IconTile } from './icon-tile.tsx';
import classes from './link-card.module.css';

interface LinkCardProps {
  to: NonNullable<LinkProps['to']>;
  icon: TablerIcon;
  isAmber?: boolean;
  title: string;
  note: ReactNode;
}

/** A card that leads to another page. */
export function LinkCard({ to, icon, isAmber = false, title, note }: LinkCardProps) {
  return (
    <Card component={Link} to={to} className={classes.card ?? ''}>
      <IconTile icon={icon} isAmber={isAmber} />
      <span className={classes.words}>
        <span className={classes.title}>{title}</span>
        <span className={classes.note}>{note}</span>
      </span>
      <IconChevronRight size={18} stroke={1.7} aria-hidden="true" />
    </Card>
  );
}
