// `npm run phone -- PHONE-ADDRESS [query|form|json|owntracks] [sos]`: walks around the harbour of Sydney.
import { phoneForms, sendReport, type PhoneForm } from './phone.ts';

const EVERY_MS = 5_000;
const START = { lat: -33.857, lng: 151.215 };
const STEP_DEGREES = 0.00015;
const WALKING_MPS = 1.4;

const USAGE = `Usage: npm run phone -- PHONE-ADDRESS [${phoneForms.join('|')}] [sos]
PHONE-ADDRESS is the server address that Trace shows for the phone, such as http://localhost:3000/phone/SECRET.
Reports each 5 seconds until Ctrl-C. With sos the first report is an alarm, which OwnTracks cannot send.
`;

const words = process.argv.slice(2);
const [address, form = 'json', alarm, ...rest] = words;
const isAlarmKnown = alarm === undefined || (alarm === 'sos' && form !== 'owntracks');
if (words.some((word) => word === '--help' || word === '-h')) process.stdout.write(USAGE);
else if (address === undefined || !URL.canParse(address) || !isForm(form) || !isAlarmKnown || rest.length > 0) {
  process.stderr.write(USAGE);
  process.exitCode = 2;
} else await walk(address, form, alarm === 'sos');

function isForm(text: string): text is PhoneForm {
  return phoneForms.some((each) => each === text);
}

async function walk(to: string, by: PhoneForm, isSos: boolean): Promise<void> {
  for (let step = 0; ; step += 1) {
    const place = { lat: START.lat, lng: START.lng + step * STEP_DEGREES };
    const state = { speedMps: WALKING_MPS, batteryPct: Math.max(1, 90 - step / 10), isSos: isSos && step === 0 };
    const report = sendReport(to, by, { atMs: Date.now(), ...place, ...state });
    const status = await report.catch(describeFailure);
    process.stdout.write(`Report ${step + 1}: ${status}\n`);
    await new Promise((resolve) => {
      setTimeout(resolve, EVERY_MS);
    });
  }
}

/** The app of a phone goes on without an answer, too. */
function describeFailure(error: unknown): string {
  const { cause } = error as { cause?: unknown };
  if (!(cause instanceof Error)) throw error;
  return `no answer (${'code' in cause ? String(cause.code) : cause.message})`;
}
