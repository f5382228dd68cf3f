import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { CountryCode } from 'libphonenumber-js/min';

/** An entry of the prefix selector (AUTH-06). */
export interface DialCode {
  /** ISO 3166-1 alpha-2. Several countries share one dial code, such as +1. */
  readonly country: string;
  /** With the plus, such as `+61`. */
  readonly dialCode: string;
  /** The country's name in English. */
  readonly label: string;
}

/** AUTH-05: the selector stands at +1 when the browser's language names no country. */
export const DEFAULT_PHONE_COUNTRY = 'US';

const countries: ReadonlySet<string> = new Set(getCountries());

/** Every country that has a dial code, by name. */
export function listDialCodes(): DialCode[] {
  const names = new Intl.DisplayNames('en', { type: 'region' });
  return getCountries()
    .map((country) => ({
      country,
      dialCode: `+${getCountryCallingCode(country)}`,
      label: names.of(country) ?? country,
    }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'en'));
}

export function isPhoneCountry(country: string): country is CountryCode {
  return countries.has(country);
}

/** Returns the country that a language of a browser names, such as AU for `en-AU`, else the country of +1. */
export function phoneCountryOf(language: string): string {
  const country = /[-_]([A-Za-z]{2})\b/.exec(language)?.[1]?.toUpperCase() ?? '';
  return isPhoneCountry(country) ? country : DEFAULT_PHONE_COUNTRY;
}

/**
 * Returns the number as stored and dialled, in E.164 such as `+61491570156`. Returns null when the number does not
 * belong to that country. Spaces, a leading zero or the country's own dial code do not change the number.
 */
export function toE164({ country, number }: { country: string; number: string }): string | null {
  if (!isPhoneCountry(country)) return null;
  const parsed = parsePhoneNumberFromString(number.trim(), { defaultCountry: country, extract: false });
  if (parsed === undefined || !parsed.isValid() || parsed.ext !== undefined) return null;
  return parsed.countryCallingCode === getCountryCallingCode(country) ? parsed.number : null;
}

/** Checks whether the text is a valid number of any country, in E.164 as `toE164` returns. */
export function isPhone(number: string): boolean {
  const parsed = parsePhoneNumberFromString(number, { extract: false });
  return parsed !== undefined && parsed.isValid() && parsed.number === number;
}

/**
 * Splits a stored number for the prefix selector and the field beside the selector. An unknown number appears whole in
 * the field.
 */
export function fromE164(number: string): { country: string; number: string } {
  const parsed = parsePhoneNumberFromString(number);
  if (!parsed) return { country: DEFAULT_PHONE_COUNTRY, number };
  const country =
    parsed.country ?? getCountries().find((each) => getCountryCallingCode(each) === parsed.countryCallingCode);
  return { country: country ?? DEFAULT_PHONE_COUNTRY, number: parsed.nationalNumber };
}
