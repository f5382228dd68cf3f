import {
  deleteRelease,
  downloadManifest,
  downloadRelease,
  listReleases,
  publishRelease,
  uploadRelease,
} from '@trace/contract/firmware/staff/firmware.staff.api';
import { done } from '@trace/contract/kernel/endpoint';
import { route, type Route } from '#platform/http/route';
import type { NamedFile, ReleasesService } from './firmware.releases.service.ts';

export const releasesRoutes = (service: ReleasesService): Route[] => [
  route(listReleases, ({ actor, query }) => service.list(actor, query)),
  route(uploadRelease, ({ actor, origin, query, body }) => service.upload(actor, origin, query, body)),
  route(downloadRelease, async ({ params, setHeader }) => asDownload(await service.image(params.id), setHeader)),
  route(downloadManifest, async ({ params, setHeader }) => asDownload(await service.manifest(params.id), setHeader)),
  route(publishRelease, ({ actor, origin, params, body }) => service.publish(actor, origin, params.id, body)),
  route(deleteRelease, async ({ actor, origin, params }) => {
    await service.delete(actor, origin, params.id);
    return done;
  }),
];

/** The name has only letters, digits and the signs of a version, so it needs no escapes. */
function asDownload(file: NamedFile, setHeader: (name: string, value: string) => void): NamedFile {
  setHeader('content-disposition', `attachment; filename="${file.name}"`);
  return file;
}
