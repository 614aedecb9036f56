(** With hysteresis, mode [Memory] moves at most three cells for each insertion (R6).

    Insertions pay for twice the cells that are moved and for a potential: the allocated memory, and six cells for each
    live element in the upper half of it. So a doubling, and the reallocation after a cascade, are paid in advance. *)
From Lists.StableList Require Import Cascade Mended.

Section Hysteresis.
Context {E : Type}.
Implicit Types (s : state E) (ks : list key).

(** * The variant is sound and bounded *)

Lemma walked_cascade s : sane quarters s -> let after := as_far_as_possible walked s in
  sane quarters after /\ keeps s after /\ no_longer s after /\ allocated after = allocated s /\
  moved (spent after) = moved (spent s).
Proof.
  intros S. apply (cascade_ind (fun s' => sane quarters s' /\ keeps s s' /\ no_longer s s' /\
    allocated s' = allocated s /\ moved (spent s') = moved (spent s))).
  - intros s' (S' & K & N & A & M) C. destruct (halved_sane S' C) as [S2 K2].
    destruct (halved_lengths S' C) as (Z2 & O2 & A2). pose proof (sane_space S2). split; [now apply with_cost_sane|].
    split; [exact (keeps_trans K K2)|]. unfold no_longer, space_of, opened_of in *.
    cbn [walked with_cost partitions allocated spent visiting moved]. split; [lia|]. split; [lia|]. rewrite <- M.
    unfold halved. now destruct (partitions s') as [|? [|? [|? [|]]]].
  - split; [exact S|]. split; [apply keeps_refl|]. unfold no_longer. lia.
Qed.

Lemma mended_truncation_spec s : sane quarters s ->
  sane quarters (mended_truncation s) /\ keeps s (mended_truncation s) /\ no_longer s (mended_truncation s).
Proof.
  intros S. unfold mended_truncation.
  destruct (truncate (options s)); try solve [destruct (truncated_space_sane S); auto using truncated_no_longer].
  destruct (walked_cascade S) as (S' & K & N & A & _).
  destruct (Z.leb_spec (4 * space_of (as_far_as_possible walked s)) (allocated (as_far_as_possible walked s))); auto.
  split; [|split; [exact K|]].
  - destruct S'. constructor; auto. exists 1. unfold with_twice_the_space, space_of. fields. lia.
  - pose proof (sane_space S'). unfold no_longer, opened_of, space_of in *.
    cbn [with_twice_the_space partitions allocated]. unfold space_of. lia.
Qed.

Lemma mended_sound : sound_design (E := E) mended_list quarters.
Proof. apply quarters_sound. intros s S. destruct (mended_truncation_spec S) as (A & B & _). auto. Qed.

Existing Instance mended_sound.

Lemma mended_bounded : bounded_design (E := E) mended_list quarters.
Proof. apply quarters_bounded. intros s S. now apply mended_truncation_spec. Qed.

Existing Instance mended_bounded.

(** * What insertions pay for *)

Definition afforded (first : Z) s ks : Prop :=
  truncate (options s) = Memory /\ (allocated s = space_of s \/ allocated s = 2 * space_of s) /\
  2 * moved (spent s) + allocated s + Z.max 0 (6 * live_of s - 3 * allocated s) <= 6 * Z.of_nat (length ks) + first.

Lemma move_afforded first o s before ks s' : sane quarters s -> o <> Shrink_to_fit -> (forall n, o <> Reserve n) ->
  afforded first s before -> move mended_list o s ks s' -> afforded first s' (before ++ ks).
Proof.
  intros S X Y (M & R & P) Mv. unfold afforded. rewrite app_length, Nat2Z.inj_add. pose proof (sane_counts S) as C.
  pose proof (sane_space S) as Sp.
  destruct Mv; try congruence; try (unfold space_of, live_of in *; fields; split; [exact M|]; lia).
  - destruct (insert_sane e S) as [_ L'].
    destruct (insert_cases e S) as (s1 & i & ps & W & S1 & O & _ & _ & L & K & Q).
    destruct (taken_some e (next_id s) (tiles S1) K) as (_ & _ & _ & _ & Ez & _). apply sum_sizes in Ez.
    rewrite L', Q. unfold space_of in *. fields. rewrite Ez. destruct W as [-> | [-> F]]; [split; [exact M|]; lia|].
    destruct (grown_lengths mended_bounded S F) as (_ & Z2 & A2). unfold space_of in *. rewrite A2, Z2.
    split; [exact M|]. cbn [mended_list grown doubled_space spent moving moved]. unfold space_of.
    destruct (Z.ltb_spec (allocated s) (2 * sum size (partitions s))); lia.
  - destruct (vacated_sane _ S H) as (S1 & L & _ & Zv). destruct (vacate_sane _ S H) as (S2 & K & V).
    rewrite (keeps_live S1 S2 K). destruct K as [-> _]. split; [exact M|]. destruct V as [-> | [-> _]].
    + rewrite Zv, L. unfold vacated. fields. lia.
    + cbn [mended_list truncated]. unfold mended_truncation. replace (truncate (options (vacated s i))) with Memory.
      destruct (walked_cascade S1) as (S3 & K3 & N3 & A3 & M3). pose proof (keeps_live S1 S3 K3) as L3.
      rewrite L in *. set (after := as_far_as_possible walked (vacated s i)) in *.
      cbn [vacated allocated spent removing moved] in *. pose proof (sane_counts S3).
      destruct (doubling S3) as (n & N0 & D). destruct (Z.leb_spec (4 * space_of after) (allocated after)).
      * unfold space_of in *. cbn [with_twice_the_space allocated partitions spent moving moved]. unfold space_of.
        unfold no_longer, space_of, opened_of in *. lia.
      * rewrite A3, M3 in *. split; [|lia]. assert (n = 0 \/ n = 1) as [-> | ->]; [|lia..].
        destruct (Z_lt_le_dec n 2); [lia|]. exfalso. assert (2 ^ 2 <= 2 ^ n) by (apply Z.pow_le_mono_r; lia). nia.
  - rewrite (clear_live S). unfold clear. rewrite M. unfold space_of. fields. split; [exact M|]. split; [now left|].
    destruct (least_quarters (options s)) as (q & Q & W). cbn [mended_list untouched]. unfold nothing_opened.
    rewrite W. rewrite three_sum. cbn [size]. destruct (space_quarters S) as (q' & _ & Z0 & B). lia.
Qed.

Theorem mended_memory_moves_at_most_three_cells_per_insertion :
  Mended.mended_memory_moves_at_most_three_cells_per_insertion (E := E).
Proof.
  intros o program L M X Y. pose proof (initial_sane (d := mended_list (E := E)) o L) as S.
  assert (allocated (initial (E := E) mended_list o) = initial_space o) as A.
  { cbn [initial mended_list untouched allocated]. destruct (initial_quarters o) as (q & _ & ->).
    unfold nothing_opened. rewrite three_sum. cbn [size]. lia. }
  destruct (run_ind (afforded (initial_space o)) program) with (s := initial (E := E) mended_list o) (before := @nil
    key) as (S' & _ & _ & P); auto.
  - intros op s before ks s' I S1 P Mv. apply (move_afforded S1) with (3 := P) (4 := Mv); [congruence|]. intros n ->.
    now apply (Y n).
  - split; [exact M|]. split; [left; reflexivity|]. rewrite A. pose proof (sane_counts S).
    pose proof (untouched_opened mended_bounded o (initial_space o)). unfold live_of, opened_of in *.
    cbn [initial partitions spent no_cost moved length] in *. destruct (initial_quarters o) as (q & ? & ?). lia.
  - pose proof (allocated_space S'). pose proof (sane_counts S').
    destruct (run mended_list (initial mended_list o) program) as [s answers]. cbn [fst snd app] in *. lia.
Qed.

End Hysteresis.
