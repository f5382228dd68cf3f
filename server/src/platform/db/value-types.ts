// Converts PostgreSQL's values to JavaScript's, beyond the conversions of the driver.
import pg from 'pg';

const INT8 = 20;
const DATE = 1082;
/** The driver supports this type, but its list of type names lacks it. */
const INT8_ARRAY = 1016 as Parameters<typeof pg.types.getTypeParser>[0];

type Parse = (text: string) => unknown;

const parseInt8Array = pg.types.getTypeParser(INT8_ARRAY, 'text') as (text: string) => (string | null)[];

const parsers = new Map<number, Parse>([
  [INT8, parseInt8],
  [INT8_ARRAY, (text) => parseInt8Array(text).map((item) => (item === null ? null : parseInt8(item)))],
  // A day has no time zone. The driver would convert it to midnight in the zone of this machine.
  [DATE, (text) => text],
]);

/** timestamptz → Date, jsonb → parsed, int8 → number (a string where a number would lose digits), date → 'YYYY-MM-DD'. */
export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    const own = format === 'binary' ? undefined : parsers.get(oid);
    return own ?? pg.types.getTypeParser(oid, format);
  }) as pg.CustomTypesConfig['getTypeParser'],
};

function parseInt8(text: string): number | string {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : text;
}
