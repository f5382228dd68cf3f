import { getOverview } from '@trace/contract/fleet/fleet.overview.api';
import { route, type Route } from '#platform/http/route';
import type { OverviewService } from './fleet.overview.service.ts';

export const overviewRoutes = ({ overview }: OverviewService): Route[] => [
  route(getOverview, ({ actor }) => overview(actor)),
];
