// A phone that reports like Traccar Client, OsmAnd or OwnTracks. It knows only its address and its secret.

/** `query`: OsmAnd and older Traccar Clients. `json`: Traccar Client 9. */
export const phoneForms = ['query', 'form', 'json', 'owntracks'] as const;
export type PhoneForm = (typeof phoneForms)[number];

/** A report in the units of the portal. The phone converts to the units of its app. */
export interface SimulatedReport {
  readonly atMs: number;
  readonly lat: number;
  readonly lng: number;
  readonly speedMps: number;
  readonly batteryPct: number;
  readonly isSos: boolean;
}

const KNOTS_PER_MPS = 3_600 / 1_852;
const KMH_PER_MPS = 3.6;

/** Sends a report to `<portal>/phone/<secret>`. Returns the status of the answer. */
export async function sendReport(address: string, form: PhoneForm, report: SimulatedReport): Promise<number> {
  const { url, ...init } = requestOf(address, form, report);
  const answer = await fetch(url, { method: 'POST', ...init });
  await answer.body?.cancel();
  return answer.status;
}

function requestOf(address: string, form: PhoneForm, report: SimulatedReport) {
  if (form === 'query') return { url: `${address}?${osmandFields(report).toString()}` };
  if (form === 'form') return { url: address, body: osmandFields(report) };
  const headers = { 'content-type': 'application/json' };
  if (form === 'json') return { url: address, headers, body: JSON.stringify(osmandJson(report)) };
  return { url: `${address}/owntracks`, headers, body: JSON.stringify(owntracksMessage(report)) };
}

function osmandFields({ atMs, lat, lng, speedMps, batteryPct, isSos }: SimulatedReport): URLSearchParams {
  const fields = new URLSearchParams({ id: 'simulated', timestamp: String(Math.floor(atMs / 1_000)) });
  fields.set('lat', String(lat));
  fields.set('lon', String(lng));
  fields.set('speed', String(speedMps * KNOTS_PER_MPS));
  fields.set('batt', String(batteryPct));
  if (isSos) fields.set('alarm', 'sos');
  return fields;
}

const osmandJson = ({ atMs, lat, lng, speedMps, batteryPct, isSos }: SimulatedReport) => ({
  device_id: 'simulated',
  location: {
    timestamp: new Date(atMs).toISOString(),
    coords: { latitude: lat, longitude: lng, accuracy: 5, speed: speedMps, heading: -1, altitude: 20 },
    is_moving: speedMps > 0,
    battery: { level: batteryPct / 100, is_charging: false },
    extras: isSos ? { alarm: 'sos' } : {},
  },
});

const owntracksMessage = ({ atMs, lat, lng, speedMps, batteryPct }: SimulatedReport) => ({
  _type: 'location',
  tst: Math.floor(atMs / 1_000),
  tid: 'SI',
  lat,
  lon: lng,
  acc: 5,
  vel: Math.round(speedMps * KMH_PER_MPS),
  batt: batteryPct,
});
