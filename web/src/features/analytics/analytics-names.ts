import { UNKNOWN_COUNTRY, type DeviceCategory } from '@trace/contract/analytics/analytics.rules';
import { analyticsTexts as texts } from '@trace/contract/analytics/analytics.texts';

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

/** 'Australia' for AU. */
export const countryName = (code: string): string =>
  code === UNKNOWN_COUNTRY ? texts.unknown : (names.of(code) ?? code);

/** 'heavy machinery'. */
export const categoryName = (category: DeviceCategory): string => category.replaceAll('_', ' ');
