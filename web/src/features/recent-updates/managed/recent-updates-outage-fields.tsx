import { TextInput } from '@mantine/core';
import type { Outage } from '@trace/contract/recent-updates/recent-updates.staff.schema';
import { managedUpdatesTexts as texts } from '@trace/contract/recent-updates/recent-updates.staff.texts';
import type { ComponentProps } from 'react';
import classes from './recent-updates-managed.module.css';

/** The two inputs, in the time of this browser: '2026-11-25T21:40', or ''. */
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
      <p className={classes.facts}>{texts.outageHint}</p>
      <div className={classes.span}>
        <TextInput type="datetime-local" label={texts.outageStart} {...start} />
        <TextInput type="datetime-local" label={texts.outageEnd} {...end} />
      </div>
    </fieldset>
  );
}

export const outageValuesOf = (outage: Outage | null): OutageValues => ({
  outageStart: outage ? localInput(outage.startsAt) : '',
  outageEnd: outage ? localInput(outage.endsAt) : '',
});

/** Null: no outage. */
export const outageOf = ({ outageStart, outageEnd }: OutageValues): Outage | null =>
  outageStart === '' || outageEnd === ''
    ? null
    : { startsAt: new Date(outageStart).toISOString(), endsAt: new Date(outageEnd).toISOString() };

export function outageComplaint({ outageStart, outageEnd }: OutageValues): string | null {
  if ((outageStart === '') !== (outageEnd === '')) return texts.outageMissing;
  if (outageStart === '') return null;
  // Browsers let a person type a year of six digits.
  if (Number.isNaN(Date.parse(outageStart)) || Number.isNaN(Date.parse(outageEnd))) return texts.outageYear;
  return outageEnd <= outageStart ? texts.outageOrder : null;
}

function localInput(instant: string): string {
  const at = new Date(instant);
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}
