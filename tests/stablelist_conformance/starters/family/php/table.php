<?php

/**
 * What the starter knows of the operations of @system@.
 *
 * @legend@
 */

declare(strict_types=1);

const TABLE = '
@row@
';
