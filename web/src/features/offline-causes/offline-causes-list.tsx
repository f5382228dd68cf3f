import { formatExact } from '#lib/format.ts';
import type { PaletteColor } from '#ui/palette.ts';
import { Badge } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { Likelihood, OfflineCause, OfflineCauses } from '@trace/contract/offline-causes/offline-causes.schema';
import { offlineCausesTexts as texts, type CauseReader } from '@trace/contract/offline-causes/offline-causes.texts';
import classes from './offline-causes.module.css';

const likelihoodColors: Record<Likelihood, PaletteColor> = {
  most_likely: 'petrol',
  possible: 'gray',
  unlikely: 'gray',
};

interface OfflineCausesListProps {
  explanation: OfflineCauses;
  /** Null: an explanation of the past, whose next steps are over. */
  reader: CauseReader | null;
}

/** SUPP-05: causes by likelihood, each with its evidence and the next step, and what was ruled out. */
export function OfflineCausesList({ explanation, reader }: OfflineCausesListProps) {
  const { causes, isKnown, ruledOut, devices } = explanation;
  if (causes.length === 0 && isKnown) return <p className={classes.words}>{texts.reporting}</p>;
  const excluded = ruledOut.map((kind) =>
    kind === 'servers' && devices !== null
      ? texts.servers(devices.connected.toLocaleString(), devices.total.toLocaleString())
      : texts.ruledOutKinds[kind],
  );
  return (
    <>
      {!isKnown && (
        <div className={classes.cause}>
          <p className={classes.title}>{texts.unknown}</p>
          {reader !== null && <p className={classes.next}>{texts.unknownNext[reader]}</p>}
        </div>
      )}
      <ul className={classes.causes}>
        {causes.map((cause) => (
          <Cause key={cause.kind} cause={cause} reader={reader} />
        ))}
      </ul>
      {excluded.length > 0 && (
        <p className={classes.excluded}>
          <IconInfoCircle size={17} stroke={1.7} aria-hidden="true" />
          <span>{texts.ruledOut(excluded.join(', '))}</span>
        </p>
      )}
    </>
  );
}

function Cause({ cause, reader }: { cause: OfflineCause; reader: CauseReader | null }) {
  const { title, evidence, next } = texts.causes[cause.kind];
  return (
    <li className={classes.cause}>
      <div className={classes.head}>
        <p className={classes.title}>{title}</p>
        <Badge color={likelihoodColors[cause.likelihood]}>{texts.likelihoods[cause.likelihood]}</Badge>
      </div>
      <p className={classes.evidence}>{evidence({ ...cause, at: cause.at === null ? null : formatExact(cause.at) })}</p>
      {reader !== null && <p className={classes.next}>{next[reader]}</p>}
    </li>
  );
}
