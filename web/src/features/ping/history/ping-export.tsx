import { failureWords } from '#lib/http/api.ts';
import { saveTextFile } from '#lib/http/save-file.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { pingExportTexts as texts } from '@trace/contract/ping/ping.export.texts';
import type { PingLocation } from '@trace/contract/ping/ping.schema';
import { pingsQuery } from '../ping.queries.ts';

/** The ping history of a device as a file, to be kept when the device goes (UDASH-09). */
export function PingExport({ serial }: { serial: string }) {
  const queryClient = useQueryClient();
  const about = `ping export ${serial}`;
  const saving = useMutation({
    mutationFn: () => queryClient.fetchQuery(pingsQuery(serial)),
    meta: { isFailureShownInPlace: true },
    onSuccess: ({ locations }) => {
      if (locations.length === 0) return showToast({ tone: 'info', about, text: texts.none });
      return saveTextFile(csvOf(locations), texts.name(serial), 'text/csv');
    },
    onError: (error) => showToast({ tone: 'failed', about, title: texts.failed, text: failureWords(error) }),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={17} stroke={1.7} />}
      loading={saving.isPending}
      onClick={() => saving.mutate()}
    >
      {texts.save}
    </Button>
  );
}

/** Returns times and numbers only, so a spreadsheet cannot interpret a value as a formula. */
function csvOf(locations: readonly PingLocation[]): string {
  const rows = locations.map(({ at, lat, lng, accuracyM, fixAt }) => [
    at,
    lat.toFixed(6),
    lng.toFixed(6),
    accuracyM ?? '',
    fixAt ?? '',
  ]);
  return [texts.columns, ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}
