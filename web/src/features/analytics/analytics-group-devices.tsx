import { failureWords } from '#lib/http/api.ts';
import { OutcomeLine } from '#ui/data/outcome-line.tsx';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { Badge } from '@mantine/core';
import type { DeviceGroup, GroupDevice } from '@trace/contract/analytics/analytics.schema';
import { analyticsTexts as texts } from '@trace/contract/analytics/analytics.texts';
import { useGroupDevices } from './analytics.queries.ts';
import classes from './analytics.module.css';

interface GroupDevicesProps {
  group: DeviceGroup;
  detailOf: (device: GroupDevice) => string;
}

/** Up to ten devices of a country or a category. */
export function AnalyticsGroupDevices({ group, detailOf }: GroupDevicesProps) {
  const { data, error } = useGroupDevices(group);
  if (error && !data)
    return (
      <OutcomeLine tone="bad" title={texts.groupFailed}>
        {failureWords(error)}
      </OutcomeLine>
    );
  if (!data) return <LoadingText>{texts.groupLoading}</LoadingText>;
  const { devices, total } = data;
  return (
    <>
      {/* A scrolling part without buttons is reached by the keyboard this way. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={classes.devices} tabIndex={0}>
        {devices.map((device) => (
          <li key={device.id} className={classes.device}>
            <span className={classes.words}>
              <span className={classes.name} dir="auto">
                {device.nickname ?? texts.noNickname}
              </span>
              <span className={classes.caption}>{detailOf(device)}</span>
            </span>
            <Badge color={device.isActive ? 'green' : 'gray'}>{device.isActive ? texts.active : texts.inactive}</Badge>
          </li>
        ))}
      </ul>
      {total > devices.length && <p className={classes.more}>{texts.showing(devices.length, total)}</p>}
    </>
  );
}
