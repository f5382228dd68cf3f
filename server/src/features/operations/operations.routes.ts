import {
  countAlarms,
  listFailedJobs,
  listMails,
  listQuarantined,
  readMail,
  readOperations,
  resendMail,
  retryJob,
} from '@trace/contract/operations/operations.api';
import { route, type Route } from '#platform/http/route';
import type { OperationsService } from './operations.service.ts';

export const operationsRoutes = (service: OperationsService): Route[] => [
  route(readOperations, () => service.read()),
  route(countAlarms, () => service.countAlarms()),
  route(listMails, ({ query }) => service.listMails(query)),
  route(readMail, ({ params }) => service.readMail(params.id)),
  route(resendMail, ({ actor, origin, params }) => service.resendMail(actor, origin, params.id)),
  route(listFailedJobs, ({ query }) => service.listFailedJobs(query)),
  route(retryJob, ({ actor, origin, params }) => service.retryJob(actor, origin, params.id)),
  route(listQuarantined, ({ query }) => service.listQuarantined(query)),
];
