import { getOverview } from '@trace/contract/devices/devices.overview.api';
import { route, type Route } from '#platform/http/route';
import type { OverviewService } from './devices.overview.service.ts';

export const overviewRoutes = ({ overview }: OverviewService): Route[] => [
  route(getOverview, ({ actor }) => overview(actor)),
];
