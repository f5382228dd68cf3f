import { paths } from '#lib/paths.ts';
import { Link } from '@tanstack/react-router';
import { percentOf } from '@trace/contract/fleet/fleet.overview.rules';
import type { DeviceCounts } from '@trace/contract/fleet/fleet.overview.schema';
import { overviewTexts as texts } from '@trace/contract/fleet/fleet.overview.texts';
import classes from './fleet-overview.module.css';

type CardName = keyof typeof texts.cards;

interface OverviewCardsProps {
  counts: DeviceCounts;
  /** The overview page says the online rate in place of their number. */
  hasOnlineRate?: boolean;
}

/** Shows the four cards (IDASH-01, IDASH-02). A card links to the list of its devices, where such a list exists. */
export function FleetOverviewCards({ counts, hasOnlineRate = false }: OverviewCardsProps) {
  const { total, configured, online, assigned } = counts;
  return (
    <ul className={classes.cards}>
      <Card name="total" value={total} search={{}} />
      <Card name="configured" value={configured} search={{}} />
      {hasOnlineRate ? (
        <Card name="onlineRate" value={texts.percent(percentOf(online, total))} search={{ status: 'online' }} />
      ) : (
        <Card name="online" value={online} search={{ status: 'online' }} />
      )}
      <Card name="assigned" value={assigned} search={{ assigned: 'assigned' }} />
    </ul>
  );
}

interface CardProps {
  name: CardName;
  value: number | string;
  search: { status?: 'online'; assigned?: 'assigned' };
}

function Card({ name, value, search }: CardProps) {
  const { label, caption } = texts.cards[name];
  return (
    <li>
      <Link to={paths.installerDevices} search={search} className={classes.card}>
        <span className={classes.label}>{label}</span>
        <span className={classes.number}>{typeof value === 'number' ? value.toLocaleString('en') : value}</span>
        <span className={classes.caption}>{caption}</span>
      </Link>
    </li>
  );
}
