// Before the unit tests: worker threads and started products run the build.
import { buildServices } from './build.mjs';

export default function setUp() {
  buildServices();
}
