import { saveTextFile } from '#lib/http/save-file.ts';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { registryRules } from '@trace/contract/devices/registry/devices.registry.rules';
import { registryTexts as texts } from '@trace/contract/devices/registry/devices.registry.texts';
import { useLabels, type LabelOfDevice } from './devices.registry.queries.ts';

/** Saves the labels of devices, with their QR codes, as a page to print (REG-11). */
export function LabelsButton({ labels }: { labels: LabelOfDevice[] }) {
  const { mutate, isPending } = useLabels();
  if (labels.length === 0) return null;
  const save = (page: string) => saveTextFile(page, texts.labelsFile, 'text/html');
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={17} stroke={1.7} />}
      loading={isPending}
      onClick={() => mutate(labels, { onSuccess: save })}
    >
      {labels.length > registryRules.mostLabels ? texts.labelsFirst : texts.labels(labels.length)}
    </Button>
  );
}
