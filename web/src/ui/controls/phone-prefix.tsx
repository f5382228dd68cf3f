import { Select, type ComboboxItem, type OptionsFilter } from '@mantine/core';
import { listDialCodes } from '@trace/contract/accounts/accounts.phone.rules';
import { entryTexts } from '@trace/contract/auth/sign-up/auth.entry.texts';
import { signUpTexts } from '@trace/contract/auth/sign-up/auth.sign-up.texts';
import { SECOND_MS } from '@trace/contract/kernel/time';
import { memo, useEffect, useRef } from 'react';
import { findDialCodes } from './dial-code-search.ts';
import classes from './phone-field.module.css';

/** AUTH-06: typing after a pause of this length starts a new search. */
const TYPE_AHEAD_MS = SECOND_MS;

const dialCodes = listDialCodes();
const byCountry = new Map(dialCodes.map((entry) => [entry.country, entry]));
const options = dialCodes.map(({ country, label, dialCode }) => ({ value: country, label: `${label} ${dialCode}` }));

const filter: OptionsFilter = ({ search }) =>
  findDialCodes(dialCodes, search).map(({ country, label, dialCode }) => ({
    value: country,
    label: `${label} ${dialCode}`,
  }));

function DialCodeOption({ value }: ComboboxItem) {
  const entry = byCountry.get(value);
  return (
    <span className={classes.option}>
      <span>{entry?.label}</span>
      <span className={classes.dialCode}>{entry?.dialCode}</span>
    </span>
  );
}

interface PhonePrefixProps {
  country: string;
  onChange: (country: string) => void;
}

/**
 * The countries with their dial codes. Typing finds a country by name, dial code or two-letter code.
 * Renders again only for another country, so that typing elsewhere in the form does not redraw 245 rows.
 */
export const PhonePrefix = memo(Prefix, (before, after) => before.country === after.country);

function Prefix({ country, onChange }: PhonePrefixProps) {
  const input = useRef<HTMLInputElement>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(pause.current), []);

  const selectText = () => {
    if (document.activeElement === input.current) input.current?.select();
  };
  const startAnewSoon = () => {
    clearTimeout(pause.current);
    pause.current = setTimeout(selectText, TYPE_AHEAD_MS);
  };

  return (
    <Select
      ref={input}
      aria-label={signUpTexts.phonePrefix}
      classNames={{ input: classes.prefix ?? '', options: classes.options ?? '' }}
      searchable
      allowDeselect={false}
      autoComplete="off"
      data={options}
      filter={filter}
      value={country}
      onChange={(value) => value !== null && onChange(value)}
      onFocus={selectText}
      onInput={startAnewSoon}
      renderOption={({ option }) => <DialCodeOption {...option} />}
      nothingFoundMessage={entryTexts.noCountry}
      // The list scrolls itself. The keyboard cannot reach a scroll area around the list.
      withScrollArea={false}
      comboboxProps={{ width: 'min(18.75rem, 100vw - 40px)', position: 'bottom-start', withinPortal: false }}
    />
  );
}
