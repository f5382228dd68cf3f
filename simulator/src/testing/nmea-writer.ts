import type { Fix, RecordedFix } from '../routes/route.ts';

const MPS_PER_KNOT = 1_852 / 3_600;

/** Returns the sentences of an epoch, by the kind of receiver. */
export const nmeaEpochs = {
  /** Time, date, speed and satellites, between sentences without a position. */
  'RMC+GGA': (moment: RecordedFix): string[] => [
    gga(moment),
    sentenceOf('GPGSA,A,3,04,05,,09,12,,,24,,,,,2.5,1.3,2.1'),
    sentenceOf('GPGSV,2,1,08,01,40,083,46,02,17,308,41,12,07,344,39,14,22,228,45'),
    rmc(moment),
  ],
  /** Time of day without a date. */
  'GLL+VTG': (moment: RecordedFix): string[] => [gll(moment), vtg(moment)],
} satisfies Record<string, (moment: RecordedFix) => string[]>;

export function writeNmea(fixes: readonly RecordedFix[], kind: keyof typeof nmeaEpochs): string {
  return fixes.flatMap((moment) => nmeaEpochs[kind](moment)).join('\n');
}

/** `$body*checksum` */
export function sentenceOf(body: string): string {
  const sum = Buffer.from(body).reduce((total, byte) => total ^ byte, 0);
  return `$${body}*${sum.toString(16).toUpperCase().padStart(2, '0')}`;
}

const rmc = ({ atMs, fix }: RecordedFix): string =>
  sentenceOf(
    [
      'GPRMC',
      timeOf(atMs),
      'A',
      placeOf(fix),
      knotsOf(fix),
      fix.courseDeg?.toFixed(1) ?? '',
      dateOf(atMs),
      '',
      '',
    ].join(','),
  );

const gga = ({ atMs, fix }: RecordedFix): string =>
  sentenceOf(
    [
      'GPGGA',
      timeOf(atMs),
      placeOf(fix),
      '1',
      String(fix.satellites ?? '').padStart(2, '0'),
      '1.2',
      fix.altitudeM?.toFixed(1) ?? '',
      'M,,M,,',
    ].join(','),
  );

const gll = ({ atMs, fix }: RecordedFix): string => sentenceOf(['GPGLL', placeOf(fix, 3), timeOf(atMs), 'A'].join(','));

const vtg = ({ fix }: RecordedFix): string =>
  sentenceOf(['GPVTG', fix.courseDeg?.toFixed(1) ?? '', 'T', '', 'M', knotsOf(fix), 'N', '', 'K'].join(','));

const knotsOf = ({ speedMps }: Fix): string => (speedMps === undefined ? '' : (speedMps / MPS_PER_KNOT).toFixed(2));

/** `hhmmss.ss` */
const timeOf = (atMs: number): string => new Date(atMs).toISOString().slice(11, 22).replaceAll(':', '');

/** `ddmmyy` */
const dateOf = (atMs: number): string => {
  const [, year, month, day] = /^\d\d(\d\d)-(\d\d)-(\d\d)/.exec(new Date(atMs).toISOString())!;
  return `${day}${month}${year}`;
};

/** `ddmm.mmmm,N,dddmm.mmmm,E`; `decimals` of a minute. */
function placeOf({ lat, lng }: Fix, decimals = 6): string {
  return [angleOf(lat, 2, decimals), lat < 0 ? 'S' : 'N', angleOf(lng, 3, decimals), lng < 0 ? 'W' : 'E'].join(',');
}

function angleOf(value: number, digits: number, decimals: number): string {
  const minutes = Number((Math.abs(value) * 60).toFixed(decimals));
  const degrees = Math.floor(minutes / 60);
  return `${String(degrees).padStart(digits, '0')}${(minutes - degrees * 60).toFixed(decimals).padStart(decimals + 3, '0')}`;
}
