import { paths } from '#lib/paths.ts';
import { IconTile } from '#ui/layout/icon-tile.tsx';
import {
  IconBuildingStore,
  IconChevronRight,
  IconCirclePlus,
  IconDeviceMobile,
  type TablerIcon,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { overviewTexts as texts } from '@trace/contract/fleet/fleet.overview.texts';
import classes from './overview.module.css';

/** Three ways to go on (IDASH-01). */
export function QuickActions() {
  return (
    <ul className={classes.actions} aria-label={texts.quickActions}>
      <Action to={paths.installerSetup} icon={IconCirclePlus} words={texts.register} />
      <Action to={paths.installerDevices} icon={IconDeviceMobile} words={texts.manage} />
      <Action to={paths.installerCompany} icon={IconBuildingStore} words={texts.company} />
    </ul>
  );
}

interface ActionProps {
  to: typeof paths.installerSetup | typeof paths.installerDevices | typeof paths.installerCompany;
  icon: TablerIcon;
  words: { title: string; text: string };
}

function Action({ to, icon, words: { title, text } }: ActionProps) {
  return (
    <li>
      <Link to={to} className={classes.action}>
        <IconTile icon={icon} />
        <span className={classes.words}>
          <span className={classes.title}>{title}</span>
          <span className={classes.text}>{text}</span>
        </span>
        <IconChevronRight size={18} stroke={1.7} aria-hidden="true" className={classes.chevron ?? ''} />
      </Link>
    </li>
  );
}
