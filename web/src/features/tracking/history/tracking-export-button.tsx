import { failureWords } from '#lib/http/api.ts';
import { fetchFile } from '#lib/http/fetch-file.ts';
import { saveFile } from '#lib/http/save-file.ts';
import { Dialog, DialogActions } from '#ui/dialogs/dialog.tsx';
import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ApiError } from '@trace/contract/kernel/client';
import { exportHistory } from '@trace/contract/tracking/tracking.history.api';
import { exportFormats, type ExportFormat } from '@trace/contract/tracking/tracking.history.rules';
import { historyTexts as texts } from '@trace/contract/tracking/tracking.history.texts';
import { useRef, useState, type FormEvent } from 'react';
import classes from './tracking-history.module.css';
import { historyDaysQuery } from './tracking.history.queries.ts';

interface ExportOrder {
  from: string;
  to: string;
  format: ExportFormat;
}

interface ExportButtonProps {
  serial: string;
  /** Makes the button name the export, where no title is shown above. */
  isAlone?: boolean;
}

/** PATH-03: exports a range of days as a file. Also offered before the user removes the device. */
export function TrackingExportButton({ serial, isAlone = false }: ExportButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconDownload size={16} stroke={1.7} aria-hidden="true" />}
        onClick={() => setIsOpen(true)}
      >
        {isAlone ? texts.exportTitle : texts.export}
      </Button>
      {isOpen && <ExportDialog serial={serial} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function ExportDialog({ serial, onClose }: { serial: string; onClose: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const { data: known } = useQuery(historyDaysQuery(serial));
  const [typed, setTyped] = useState<Partial<Pick<ExportOrder, 'from' | 'to'>>>({});
  const [format, setFormat] = useState<ExportFormat>('gpx');
  const from = typed.from ?? known?.days[0] ?? known?.from ?? '';
  const to = typed.to ?? known?.today ?? '';
  const saving = useMutation({
    mutationFn: (order: ExportOrder) =>
      fetchFile(
        `${exportHistory.path.replace('{serial}', encodeURIComponent(serial))}?${new URLSearchParams({ ...order })}`,
      ),
    meta: { isFailureShownInPlace: true },
    onSuccess: (file, order) => {
      saveFile(file, texts.fileName(serial, order.from, order.to, order.format));
      onClose();
    },
    onError: (error) => form.current?.querySelector<HTMLElement>(`[name="${fieldOf(error)}"]`)?.focus(),
  });
  const save = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate({ from, to, format });
  };
  const field = (name: 'from' | 'to') => ({
    name,
    type: 'date',
    label: texts[name],
    value: name === 'from' ? from : to,
    min: known?.from,
    max: known?.today,
    error: problemOf(saving.error, name),
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      saving.reset();
      setTyped({ ...typed, [name]: event.currentTarget.value });
    },
  });
  return (
    <Dialog isOpen title={texts.exportTitle} text={texts.exportText} onClose={onClose}>
      <form ref={form} onSubmit={save} className={classes.export} noValidate>
        <TextInput {...field('from')} data-autofocus />
        <TextInput {...field('to')} />
        <SegmentedControl
          aria-label={texts.format}
          data={exportFormats.map((value) => ({ value, label: texts.formats[value] }))}
          value={format}
          onChange={(value) => setFormat(value)}
          fullWidth
        />
        <p role="alert" className={classes.failed}>
          {saving.error && problemOf(saving.error, null)}
        </p>
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" loading={saving.isPending}>
            {texts.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** Which field the server found wrong. */
function fieldOf(error: Error): 'from' | 'to' | null {
  const field = error instanceof ApiError ? error.refusal?.field : undefined;
  if (field === 'query.from') return 'from';
  return field === 'query.to' ? 'to' : null;
}

/**
 * Returns the server's message for the field that the error names. An error without a field is shown below the form
 * (`null`).
 */
const problemOf = (error: Error | null, name: 'from' | 'to' | null): string | null =>
  error !== null && fieldOf(error) === name ? failureWords(error, texts.exportFailed) : null;
