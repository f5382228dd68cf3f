import { Dialog, DialogActions } from '#ui/dialogs/dialog.tsx';
import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { registryRules } from '@trace/contract/devices/registry/devices.registry.rules';
import { registryTexts as texts } from '@trace/contract/devices/registry/devices.registry.texts';
import { useRef } from 'react';
import classes from './devices-registry.module.css';
import { useLabels, type LabelOfDevice } from './devices.registry.queries.ts';

/** Shows the labels of devices, with their QR codes, as a page to print (REG-11). */
export function LabelsButton({ labels }: { labels: LabelOfDevice[] }) {
  const { data: page, mutate, isPending, reset } = useLabels();
  if (labels.length === 0) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPrinter size={17} stroke={1.7} />}
        loading={isPending}
        onClick={() => mutate(labels)}
      >
        {labels.length > registryRules.mostLabels ? texts.labelsFirst : texts.labels(labels.length)}
      </Button>
      {page !== undefined && <LabelsDialog page={page} onClose={reset} />}
    </>
  );
}

function LabelsDialog({ page, onClose }: { page: string; onClose: () => void }) {
  const frame = useRef<HTMLIFrameElement>(null);
  return (
    <Dialog isOpen isTall size="xl" title={texts.labelsTitle} text={texts.labelsText} onClose={onClose}>
      {/* The page has no scripts. Printing from outside needs the same origin. */}
      <iframe
        ref={frame}
        title={texts.labelsTitle}
        className={classes.labels}
        sandbox="allow-same-origin allow-modals"
        srcDoc={page}
      />
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {texts.close}
        </Button>
        <Button
          leftSection={<IconPrinter size={17} stroke={1.7} />}
          onClick={() => frame.current?.contentWindow?.print()}
          data-autofocus
        >
          {texts.print}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
