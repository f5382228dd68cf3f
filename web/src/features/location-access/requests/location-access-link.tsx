import { paths } from '#lib/paths.ts';
import { IconTile } from '#ui/layout/icon-tile.tsx';
import { Card } from '@mantine/core';
import { IconChevronRight, IconEye } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { accessLinkTexts as texts } from '@trace/contract/location-access/location-access.link.texts';
import classes from './location-access-link.module.css';
import { accessQuery } from '../location-access.queries.ts';

/** The way to the ledger; says how many can see the person right now. */
export function LocationAccessLink() {
  const { data } = useQuery(accessQuery);
  const seenBy = data?.given.length ?? 0;
  return (
    <Card component={Link} to={paths.userLooks} className={classes.card ?? ''}>
      <IconTile icon={IconEye} isAmber={seenBy > 0} />
      <span className={classes.words}>
        <span className={classes.title}>{texts.ledger}</span>
        <span className={classes.note}>{data && (seenBy === 0 ? texts.nobodyNow : texts.seenBy(seenBy))}</span>
      </span>
      <IconChevronRight size={18} stroke={1.7} aria-hidden="true" />
    </Card>
  );
}
