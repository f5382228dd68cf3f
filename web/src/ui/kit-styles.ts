// One import for everything that the kit needs of style sheets; the layered one, so that our modules always win.
import '@mantine/core/styles.layer.css';
import './fonts.css';
import './base.css';
