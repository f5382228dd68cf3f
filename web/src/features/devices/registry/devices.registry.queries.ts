import { api, failureWords } from '#lib/http/api.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { infiniteQueryOptions, keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  addRegistryEntry,
  listRegistry,
  loadRegistry,
  printLabels,
} from '@trace/contract/devices/registry/devices.registry.api';
import { registryRules } from '@trace/contract/devices/registry/devices.registry.rules';
import type { RegistryRow } from '@trace/contract/devices/registry/devices.registry.schema';
import { registryTexts as texts } from '@trace/contract/devices/registry/devices.registry.texts';
import type { BodyOf } from '@trace/contract/kernel/endpoint';

const registryKey = ['device-registry'] as const;

/** Serials by part of the serial, ordered by serial. */
export const registryQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...registryKey, search],
    queryFn: ({ signal, pageParam: after }) =>
      api.call(listRegistry, { query: { search, after, limit: registryRules.pageSize } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });

/** Sends the file of a production run, and returns the outcome of each row. */
export function useLoadRegistry() {
  const queryClient = useQueryClient();
  return async (body: Uint8Array, isDryRun: boolean): Promise<readonly RegistryRow[]> => {
    const { rows } = await api.call(loadRegistry, { query: { dryRun: isDryRun ? 'true' : 'false' }, body });
    if (!isDryRun) await queryClient.invalidateQueries({ queryKey: registryKey });
    return rows;
  };
}

/** The dialog shows the answer and a failure itself. */
export function useAddRegistryEntry() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof addRegistryEntry>) => api.call(addRegistryEntry, { body }),
    meta: { isFailureShownInPlace: true },
    onSettled: () => queryClient.invalidateQueries({ queryKey: registryKey }),
  });
}

export type LabelOfDevice = BodyOf<typeof printLabels>['labels'][number];

/** The labels of a page to print, of the rows that have a serial and a known claim code or none. */
export const labelsOf = (rows: readonly RegistryRow[]): LabelOfDevice[] =>
  rows.flatMap(({ outcome, serialNumber, claimCode, isNewCode }) =>
    outcome === 'bad' || serialNumber === null || (isNewCode && claimCode === null)
      ? []
      : [{ serialNumber, claimCode }],
  );

/** Makes the page with the labels. */
export function useLabels() {
  return useMutation({
    mutationFn: async (labels: LabelOfDevice[]) => {
      const body = { labels: labels.slice(0, registryRules.mostLabels) };
      return (await api.call(printLabels, { body })).html;
    },
    meta: { isFailureShownInPlace: true },
    onError: (error) => showToast({ tone: 'failed', about: 'registry', text: failureWords(error, texts.labelsFailed) }),
  });
}
