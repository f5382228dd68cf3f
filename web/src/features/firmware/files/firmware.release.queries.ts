import { api, failureWords } from '#lib/http/api.ts';
import { fetchFile } from '#lib/http/fetch-file.ts';
import { saveFile } from '#lib/http/save-file.ts';
import { fetchWithProgress } from '#lib/http/upload.ts';
import { callHeaders } from '#lib/session/call-headers.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SignatureFile } from '@trace/contract/firmware/firmware.manifest.schema';
import {
  deleteRelease,
  downloadManifest,
  downloadRelease,
  publishRelease,
  uploadRelease,
} from '@trace/contract/firmware/staff/firmware.staff.api';
import { firmwareScreenTexts } from '@trace/contract/firmware/staff/firmware.screen.texts';
import type { Release } from '@trace/contract/firmware/staff/firmware.staff.schema';
import { createApiClient } from '@trace/contract/kernel/client';
import type { QueryOf } from '@trace/contract/kernel/endpoint';
import { releasesQuery } from '../staff/firmware.staff.queries.ts';

const about = 'firmware';
const { list, publish, upload } = firmwareScreenTexts;

interface Upload {
  readonly file: File;
  readonly query: QueryOf<typeof uploadRelease>;
  readonly onProgress: (share: number) => void;
}

/** The card shows a failure. */
export function useUploadRelease() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ file, query, onProgress }: Upload) => {
      const client = createApiClient({ fetch: fetchWithProgress(onProgress), headers: callHeaders });
      return client.call(uploadRelease, { query, body: new Uint8Array(await file.arrayBuffer()) });
    },
    meta: { isFailureShownInPlace: true },
    onSuccess: ({ version }) => {
      showToast({ tone: 'done', about, text: upload.done(version) });
      // Not awaited, so that the form is empty at once for the next file.
      void queryClient.invalidateQueries({ queryKey: releasesQuery.queryKey });
    },
  });
}

export const manifestName = ({ name }: Release): string => `${name.replace(/\.bin$/, '')}.manifest.json`;

/** Saves the image or the manifest of a release. */
export function useDownload() {
  return useMutation({
    mutationFn: async ({ release, what }: { release: Release; what: 'image' | 'manifest' }) => {
      const { path } = what === 'image' ? downloadRelease : downloadManifest;
      const file = await fetchFile(path.replace('{id}', release.id));
      saveFile(file, what === 'image' ? release.name : manifestName(release));
    },
    meta: { isFailureShownInPlace: true },
    onError: (error) =>
      showToast({
        tone: 'failed',
        about,
        title: list.downloadFailed,
        text: list.downloadFailedText(failureWords(error)),
      }),
  });
}

/** The dialog shows a failure. */
export function usePublish({ id, version }: Release) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: SignatureFile) => api.call(publishRelease, { params: { id }, body }),
    meta: { isFailureShownInPlace: true },
    onSuccess: () => showToast({ tone: 'done', about, text: publish.done(version) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: releasesQuery.queryKey }),
  });
}

export function useDeleteRelease() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Release) => api.call(deleteRelease, { params: { id } }),
    meta: { isFailureShownInPlace: true },
    onSuccess: () => showToast({ tone: 'done', about, text: list.deleted }),
    onError: (error) =>
      showToast({ tone: 'failed', about, title: list.deleteFailed, text: list.deleteFailedText(failureWords(error)) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: releasesQuery.queryKey }),
  });
}
