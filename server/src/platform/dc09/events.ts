// Events inside the data of a frame: SIA codes (`#1234|Nri1/PA501`) and Contact ID (`#1234|1120 01 007`).

export interface HubEvent {
  /** Two letters of SIA, or three digits of Contact ID. */
  readonly code: string;
  /** Contact ID: 1 is new, 3 is restored, 6 is still so. SIA codes have none. */
  readonly qualifier: '1' | '3' | '6' | null;
  readonly area: string | null;
  /** Of the zone, or of the user. */
  readonly number: string | null;
  readonly text: string | null;
}

const CONTACT_ID = /^(?:18 ?)?([136])([0-9A-F]{3}) ?([0-9A-F]{2}) ?([0-9A-F]{3})/i;
/** Without an area and a number, or with numbers that are too short. An alarm must not be lost for them. */
const CONTACT_ID_CODE = /^(?:18 )?([136])([0-9A-F]{3})(?![0-9A-F])/i;
/** Modifiers are small letters with a value, codes are two capitals. The slash between them is missing at times. */
const SIA_PART = /\/?(?:([a-z]{2})([^/A-Z^|]*)|([A-Z]{2})(\d*)(?:\^([^^]*)\^?)?)/y;
const MOST_EVENTS = 20;

/** Returns no event when the data cannot be read. */
export function readEvents(id: string, data: string): HubEvent[] {
  // The account inside the brackets may be missing, even with its separator.
  const inner = data.replace(/^#[0-9A-F]*/i, '').replace(/^\|/, '');
  return id === 'ADM-CID' ? readContactId(inner) : readSia(inner);
}

function readContactId(text: string): HubEvent[] {
  const [, qualifier, code, area, number] = CONTACT_ID.exec(text) ?? CONTACT_ID_CODE.exec(text) ?? [];
  if (code === undefined) return [];
  const place = { area: area ?? null, number: number ?? null };
  return [{ code: code.toUpperCase(), qualifier: qualifier as '1' | '3' | '6', ...place, text: null }];
}

function readSia(text: string): HubEvent[] {
  // N is a new event, O an old one that the hub could not send earlier.
  if (!/^[NO]/.test(text)) return [];
  const events: HubEvent[] = [];
  let area: string | null = null;
  const part = new RegExp(SIA_PART);
  part.lastIndex = 1;
  for (let found = part.exec(text); found !== null && events.length < MOST_EVENTS; found = part.exec(text)) {
    const [, modifier, value, code, number, words] = found;
    if (modifier === 'ri') area = value || null;
    if (code !== undefined)
      events.push({ code, qualifier: null, area, number: number || null, text: words?.trim() || null });
  }
  const note = /\|A([^|]*)$/.exec(text)?.[1]?.trim() || null;
  return events.map((event) => ({ ...event, text: event.text ?? note }));
}
