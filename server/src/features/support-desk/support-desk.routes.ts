import { getDeskCounts, searchDesk } from '@trace/contract/support-desk/support-desk.api';
import { getDeskDevice, listDeskDevices } from '@trace/contract/support-desk/support-desk.devices.api';
import {
  getDeskCompany,
  getDeskPerson,
  listDeskCompanies,
  listDeskInstallers,
  listDeskUsers,
} from '@trace/contract/support-desk/support-desk.people.api';
import { route, type Route } from '#platform/http/route';
import type { DeskDevices } from './support-desk.devices.service.ts';
import type { DeskOverview } from './support-desk.overview.service.ts';
import type { DeskPeople } from './support-desk.people.service.ts';

export const supportDeskRoutes = (overview: DeskOverview, devices: DeskDevices, people: DeskPeople): Route[] => [
  route(getDeskCounts, ({ actor }) => overview.counts(actor)),
  route(searchDesk, ({ query }) => overview.search(query.search)),
  route(listDeskDevices, ({ query }) => devices.list(query)),
  route(getDeskDevice, ({ params }) => devices.get(params.serial)),
  route(listDeskCompanies, ({ query }) => people.companies(query)),
  route(getDeskCompany, ({ params }) => people.company(params.id)),
  route(listDeskUsers, ({ query }) => people.list('user', query)),
  route(listDeskInstallers, ({ query }) => people.list('installer', query)),
  route(getDeskPerson, ({ actor, params }) => people.person(actor, params.id)),
];
