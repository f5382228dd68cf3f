import type { Stop } from '#lib/stop.ts';

const EASTERN_EDGE = 151.25;

type Listener = (event?: unknown) => void;

/** Google's `MVCObject`, reduced to its listeners. */
class Listening {
  readonly #listeners = new Map<string, Set<Listener>>();

  addListener(name: string, listener: Listener): { remove: Stop } {
    const known = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, known.add(listener));
    return { remove: () => void known.delete(listener) };
  }

  fire(name: string, event: unknown = {}): void {
    for (const listener of this.#listeners.get(name) ?? []) listener(event);
  }
}

class StandInMap extends Listening {
  readonly #div: HTMLElement;

  constructor(div: HTMLElement, { center = null, zoom = null }: google.maps.MapOptions = {}) {
    super();
    this.#div = div;
    views.push({ center, zoom });
    openMaps.push(this);
  }

  show(marker: HTMLElement): void {
    this.#div.append(marker);
  }

  getDiv(): HTMLElement {
    return this.#div;
  }

  panTo(place: google.maps.LatLngLiteral): void {
    pans.push(place);
  }

  /** All west of this is in view. */
  getBounds = () => ({ contains: ({ lng }: google.maps.LatLngLiteral): boolean => lng < EASTERN_EDGE });
  setOptions(): void {}
  moveCamera(): void {}
  fitBounds(): void {}
}

class StandInLine extends Listening {
  readonly options: google.maps.PolylineOptions;

  constructor(options: google.maps.PolylineOptions) {
    super();
    this.options = options;
    lines.add(this);
  }

  setMap(): void {
    lines.delete(this);
  }

  setPath(path: google.maps.LatLngLiteral[]): void {
    this.options.path = path;
  }
}

const lines = new Set<StandInLine>();
const views: OpenedView[] = [];
const openMaps: StandInMap[] = [];
const pans: google.maps.LatLngLiteral[] = [];

/** A marker as a custom element, like Google's own. The stand-in map does not position the element. */
class StandInMarker extends HTMLElement {
  position: google.maps.LatLngLiteral | null = null;

  constructor({ map = null, content }: { map?: StandInMap | null; content?: HTMLElement } = {}) {
    super();
    this.map = map;
    if (content) this.content = content;
  }

  addListener(name: string, listener: () => void): void {
    this.addEventListener(name, listener);
  }

  set map(map: StandInMap | null) {
    if (map === null) this.remove();
    else map.show(this);
  }

  get content(): HTMLElement {
    return this.firstElementChild as HTMLElement;
  }

  set content(content: HTMLElement) {
    this.replaceChildren(content);
  }
}

class StandInBounds {
  extend(): void {}
  isEmpty = (): boolean => false;
}

const TAG = 'google-stand-in-marker';

/** How a map was opened. */
export interface OpenedView {
  center: google.maps.MapOptions['center'] | null;
  zoom: number | null;
}

export interface GoogleStandIn {
  /** How each map was opened, oldest first. */
  opened: () => OpenedView[];
  lines: () => StandInLine[];
  markers: () => { title: string; position: google.maps.LatLngLiteral | null }[];
  /** The person drags the newest map. */
  drag: () => void;
  /** Where the view was moved to. */
  pannedTo: () => google.maps.LatLngLiteral[];
}

/**
 * Replaces the parts of Google's script that our map uses. Tests can read and click the result, but the stand-in draws
 * no pixels.
 * Like the script, the stand-in stays until the page is reloaded.
 */
export function standInForGoogle(): GoogleStandIn {
  if (!customElements.get(TAG)) customElements.define(TAG, StandInMarker);
  const event = {
    addListener: (target: Listening, name: string, listener: Listener) => target.addListener(name, listener),
    clearInstanceListeners: () => undefined,
  };
  const maps = {
    Map: StandInMap,
    Polyline: StandInLine,
    LatLngBounds: StandInBounds,
    AdvancedMarkerElement: StandInMarker,
    Settings: { getInstance: () => ({}) },
    event,
    version: '3.62.0',
  };
  Object.assign(window, { google: { maps: { ...maps, importLibrary: () => Promise.resolve(maps) } } });
  return {
    opened: () => [...views],
    lines: () => [...lines],
    markers: () =>
      [...document.querySelectorAll<StandInMarker>(TAG)].map(({ title, position }) => ({ title, position })),
    drag: () => openMaps.at(-1)?.fire('dragstart'),
    pannedTo: () => [...pans],
  };
}
