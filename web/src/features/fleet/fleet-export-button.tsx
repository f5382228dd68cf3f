import { failureWords } from '#lib/http/api.ts';
import { fetchFile } from '#lib/http/fetch-file.ts';
import { formatFileDay } from '#lib/format.ts';
import { saveFile } from '#lib/http/save-file.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { exportDevices } from '@trace/contract/fleet/fleet.table.api';
import type { TableFilter } from '@trace/contract/fleet/fleet.table.schema';
import { deviceTableTexts as texts } from '@trace/contract/fleet/fleet.table.texts';

/** IDEV-08: the devices that match, as a file. */
export function DevicesExportButton({ filter }: { filter: Partial<TableFilter> }) {
  const exporting = useMutation({
    mutationFn: () => fetchFile(`${exportDevices.path}?${new URLSearchParams(filter as Record<string, string>)}`),
    meta: { isFailureShownInPlace: true },
    onSuccess: (file) => saveFile(file, texts.exportName(formatFileDay(Date.now()))),
    onError: (error) =>
      showToast({ tone: 'failed', about: 'export', title: texts.exportFailed, text: failureWords(error) }),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={17} stroke={1.7} aria-hidden="true" />}
      loading={exporting.isPending}
      onClick={() => exporting.mutate()}
    >
      {texts.exportCsv}
    </Button>
  );
}
