/** ANA-01 to ANA-06: the limits of the analytics page. */
export const analyticsRules = {
  topCountries: 10,
  topNicknames: 10,
  popoverDevices: 10,
  recentActivity: 10,
  topIssueWords: 5,
  /** Issue words have more than 3 letters. */
  issueWordMinLetters: 4,
  /** ANA-01: a device heard from within this time is active. */
  activeHours: 24,
  /** ANA-06: the spans that a chart can show. */
  chartDays: [30, 90],
} as const;

export type ChartDays = (typeof analyticsRules.chartDays)[number];

/** Stands for devices without a country. ISO 3166-1 leaves this code to users. */
export const UNKNOWN_COUNTRY = 'ZZ';

/** ANA-04: the category of a device follows from its nickname. A device without a known word is uncategorized. */
export const deviceCategories = [
  'car',
  'van',
  'truck',
  'bus',
  'motorcycle',
  'bicycle',
  'caravan',
  'trailer',
  'boat',
  'aircraft',
  'farm_vehicle',
  'heavy_machinery',
  'tools',
  'container',
  'luggage',
  'pet',
  'livestock',
  'person',
  'uncategorized',
] as const;

export type DeviceCategory = (typeof deviceCategories)[number];

/** ANA-06: what is counted per day. */
export const tallySeries = [
  'devices.registered',
  'pings.located',
  'pings.no_fix',
  'pings.failed',
  'pings.unreachable',
  'pings.cancelled',
  'tickets.low',
  'tickets.medium',
  'tickets.high',
  'tickets.urgent',
  'tickets.resolved',
  'panics.alarm',
  'panics.test',
] as const;

export type TallySeries = (typeof tallySeries)[number];

/** ANA-06: what is measured during a day. A chart shows the last value of a day. */
export const gaugeSeries = ['devices.total', 'devices.active'] as const;

export type GaugeSeries = (typeof gaugeSeries)[number];

/** Firmware versions on fewer devices than the smallest group (RET-05) are counted together under this label. */
export const OTHER_FIRMWARE = 'other';
