import { failureWords } from '#lib/http/api.ts';
import { fetchFile } from '#lib/http/fetch-file.ts';
import { saveFile } from '#lib/http/save-file.ts';
import { useFields, whenSettled } from '#ui/controls/fields.ts';
import { Dialog, DialogActions } from '#ui/dialogs/dialog.tsx';
import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { exportHistory } from '@trace/contract/tracking/tracking.history.api';
import { exportFormats, type ExportFormat } from '@trace/contract/tracking/tracking.history.rules';
import { historyTexts as texts } from '@trace/contract/tracking/tracking.history.texts';
import { useEffect, useRef, useState } from 'react';
import classes from './tracking-history.module.css';
import { historyDaysQuery } from './tracking.history.queries.ts';

interface ExportOrder {
  from: string;
  to: string;
  format: ExportFormat;
}

/** A day is null until the user chooses another day than the preset day. */
type TypedOrder = Record<'from' | 'to', string | null> & Pick<ExportOrder, 'format'>;

const wordsOf = (error: unknown) => failureWords(error, texts.exportFailed);

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
  const { data: known } = useQuery(historyDaysQuery(serial));
  const { form, field, submit, show, refuse } = useFields<TypedOrder>({
    initialValues: { from: null, to: null, format: 'gpx' },
    validate: {},
    wordsOf,
  });
  const from = form.values.from ?? known?.days[0] ?? known?.from ?? '';
  const to = form.values.to ?? known?.today ?? '';
  const running = useRef<AbortController>(null);
  // A closed dialog cancels its export. The server makes a single export per person at a time.
  useEffect(() => () => running.current?.abort(), []);
  const saving = useMutation({
    mutationFn: (order: ExportOrder) => {
      running.current = new AbortController();
      const path = exportHistory.path.replace('{serial}', encodeURIComponent(serial));
      return fetchFile(`${path}?${new URLSearchParams({ ...order })}`, running.current.signal);
    },
    meta: { isFailureShownInPlace: true },
    onSuccess: (file, order) => {
      saveFile(file, texts.fileName(serial, order.from, order.to, order.format));
      onClose();
    },
    onError: (error) => {
      if (!refuse(error)) show({ other: wordsOf(error) });
    },
  });
  const save = submit(({ format }) => whenSettled(saving.mutateAsync({ from, to, format })));
  const day = (name: 'from' | 'to', value: string) => ({
    ...field(name),
    type: 'date',
    label: texts[name],
    value,
    min: known?.from,
    max: known?.today,
    onInput: form.clearErrors,
  });
  return (
    <Dialog isOpen title={texts.exportTitle} text={texts.exportText} onClose={onClose}>
      <form onSubmit={save} className={classes.export} noValidate>
        <TextInput {...day('from', from)} data-autofocus />
        <TextInput {...day('to', to)} />
        <SegmentedControl
          aria-label={texts.format}
          data={exportFormats.map((value) => ({ value, label: texts.formats[value] }))}
          fullWidth
          {...field('format')}
        />
        <p role="alert" className={classes.failed}>
          {form.errors['other']}
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
