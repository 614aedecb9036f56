<?php

/** A port of the slot map. */

declare(strict_types=1);

require_once __DIR__ . '/adapter.php';

Starter\serve(FIELDS, functions(), ERRORS);
