import { listAuditLog } from '@trace/contract/audit/audit.api';
import { route, type Route } from '#platform/http/route';
import type { AuditService } from './audit.service.ts';

export const auditRoutes = (service: AuditService): Route[] => [
  route(listAuditLog, ({ query }) => service.list(query)),
];
