import { zoneName } from '#lib/format.ts';
import { instantOfWallTime, wallTimeOf } from '#lib/wall-time.ts';
import { TextInput } from '@mantine/core';
import type { Outage } from '@trace/contract/recent-updates/recent-updates.staff.schema';
import { managedUpdatesTexts as texts } from '@trace/contract/recent-updates/recent-updates.staff.texts';
import type { ComponentProps } from 'react';
import classes from './recent-updates-managed.module.css';

/** The two inputs, in the time zone in which the span is shown: '2026-11-25T21:40', or ''. */
export type OutageValues = Record<'outageStart' | 'outageEnd', string>;

interface OutageFieldsProps {
  start: ComponentProps<typeof TextInput>;
  end: ComponentProps<typeof TextInput>;
}

/** The planned outage of an announcement, below the fields of every update. */
export function OutageFields({ start, end }: OutageFieldsProps) {
  return (
    <fieldset className={classes.outage}>
      <legend className={classes.legend}>{texts.outage}</legend>
      <p className={classes.facts}>{texts.outageHint(zoneName())}</p>
      <div className={classes.span}>
        <TextInput type="datetime-local" label={texts.outageStart} {...start} />
        <TextInput type="datetime-local" label={texts.outageEnd} {...end} />
      </div>
    </fieldset>
  );
}

export const outageValuesOf = (outage: Outage | null): OutageValues => ({
  outageStart: outage ? wallTimeOf(outage.startsAt, zoneName()) : '',
  outageEnd: outage ? wallTimeOf(outage.endsAt, zoneName()) : '',
});

/** Null: no outage. */
export const outageOf = ({ outageStart, outageEnd }: OutageValues): Outage | null =>
  outageStart === '' || outageEnd === ''
    ? null
    : { startsAt: instantOfWallTime(outageStart, zoneName()), endsAt: instantOfWallTime(outageEnd, zoneName()) };

export function outageComplaint({ outageStart, outageEnd }: OutageValues): string | null {
  if ((outageStart === '') !== (outageEnd === '')) return texts.outageMissing;
  if (outageStart === '') return null;
  // Browsers let a person type a year of six digits.
  if (Number.isNaN(Date.parse(outageStart)) || Number.isNaN(Date.parse(outageEnd))) return texts.outageYear;
  return outageEnd <= outageStart ? texts.outageOrder : null;
}
