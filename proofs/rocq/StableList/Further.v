(** Further theorems about StableList. Those that its variants share are stated in [Lists.Further]. *)
From Lists Require Import Theorems.
From Lists Require Statements Further.
From Lists.StableList Require Import Visits Mended Hysteresis Restoring.
From Lists.StableList Require Proved Filling.

(** * Shared with the variants *)

Include Theorems.More Proved.Sound.

Section Further.
Context {E : Type}.
Implicit Types (s : state E) (o : parameters).

Notation the_list := (stable_list (E := E)).

(** At every step of a cascade that a removal begins, q1 and q2 are opened to their ends. *)
Theorem truncation_finds_q1_and_q2_opened : always the_list (fun _ s _ => forall i e id steps,
  get (contents s) i = Some (Has e id) -> start (top s) <= i ->
  opened_below_h2 (cascade halved_by_removal steps (vacated s i))).
Proof.
  apply always_known. intros s ks S _ _ i e id steps H I. destruct (vacated_sane _ S H) as (S' & _).
  exact (proj1 (cascade_opened steps S' (vacated_opened S H I))).
Qed.

(** A step moves no element: the same keys find the same elements, also after the last one. *)
Theorem halving_moves_no_element : always the_list (fun _ s _ => can_halve s = true -> keeps s (halved s)).
Proof. apply always_known. intros s ks S _ _ C. exact (shorter_keeps (proj1 (halved_halves S C))). Qed.

(** Of q1's free list, the entries that stay keep their order, and the others are reversed. *)
Theorem halving_keeps_the_order_of_q1_and_reverses_q2 : always the_list (fun _ s _ => forall q1 q2 h2,
  partitions s = [q1; q2; h2] -> can_halve s = true -> exists q1' q2', partitions (halved s) = [q1'; q2'; q2] /\
  let entries := free_list (contents s) q1 in
  free_list (contents (halved s)) q1' = filter (fun i => i <? size q1 / 2) entries /\
  free_list (contents (halved s)) q2' = rev (filter (fun i => negb (i <? size q1 / 2)) entries) /\
  free_list (contents (halved s)) q2 = free_list (contents s) q2).
Proof.
  apply always_known. intros s ks S _ _ p1 p2 p3 P C.
  destruct (halved_thirds S C) as (h & q1 & q2 & h2 & q1' & q2' & T & _ & _ & T' & (Es & Ep & Ek) & _).
  rewrite (are T) in P. injection P as <- <- <-. exists q1', q2'. split; [apply T'|]. pose proof (numbers T).
  replace (size q1 / 2) with h by (Z.to_euclidean_division_equations; lia). auto.
Qed.

(** No constant below 1 bounds the visits for each removal: for every even n, n + 1 removals make n visits. *)
Theorem visits_are_tight (e : E) h : 0 < h -> exists o (program : list (operation E)), lawful o = true /\
  let s := fst (run stable_list (initial stable_list o) program) in
  visits (spent s) = 2 * h /\ removals (spent s) = 2 * h + 1.
Proof.
  intros H. exists (Filling.filled_options h Iteration), (Filling.witness e h).
  split; [now apply Filling.filled_lawful | now apply Filling.witness_visits].
Qed.

(** In mode [Memory], no constant bounds the cells that are moved for each operation, even if every insertion counts. *)
Theorem memory_moves_an_unbounded_number_of_cells_per_operation (e : E) c : exists o (program : list (operation E)),
  lawful o = true /\ truncate o = Memory /\ let (s, answers) := run the_list (initial the_list o) program in
  c * (Z.of_nat (length program) + Z.of_nat (length (issued answers))) < moved (spent s).
Proof.
  set (h := Z.max 1 (c + 1)). assert (0 < h) as H by lia.
  destruct (Filling.filled_up_step e H Memory (n := 8 * h)) as (s1 & ks & Q & (P0 & Z0 & N & A & M0 & _) & K); [lia|].
  exists (Filling.filled_options h Memory), (Extend (repeat e (Z.to_nat (8 * h))) :: in_turn e (8 * h) (Z.to_nat h) (8
    * h)). split; [now apply Filling.filled_lawful|]. split; [reflexivity|]. cbn [run]. rewrite Q.
  pose proof (in_turn_ind (d := stable_list) (fun s j => Filling.at_the_brim h s j /\ moved (spent s) = 16 * h * (j
    - 8 * h)) e (8 * h) (last := 9 * h)) as T. specialize T with (times := Z.to_nat h) (s := s1) (id := 8 * h).
  destruct (run stable_list s1 (in_turn e (8 * h) (Z.to_nat h) (8 * h))) as [s2 answers].
  destruct T as ([_ M] & I & P); [|rewrite M0; cbn [no_cost moved]; split; [split; auto | lia] | lia |].
  - intros s j [B M] _. pose proof (Filling.round_moves e H B) as R. destruct (run stable_list s _) as [s' x].
    destruct R as (B' & M' & ->). split; [split; [exact B' | lia] | reflexivity].
  - cbn [length issued flat_map keys_of] in *. rewrite app_length. unfold issued in I. rewrite I, P, M. nia.
Qed.

(** With hysteresis, it would. *)
Theorem mended_memory_moves_at_most_three_cells_per_insertion :
  Mended.mended_memory_moves_at_most_three_cells_per_insertion (E := E).
Proof.
  intros o program L M X Y. destruct (initial_sane (D := mended_sound (E := E)) o L) as [S O].
  assert (allocated (initial (E := E) mended_list o) = initial_space o) as A.
  { cbn [initial mended_list untouched allocated]. destruct (initial_quarters o) as (q & _ & ->).
    unfold nothing_opened. rewrite three_sum. cbn [size]. lia. }
  destruct (run_ind (D := mended_sound) (afforded (initial_space o)) program)
    with (s := initial (E := E) mended_list o) (before := @nil key) as (S' & _ & _ & P); auto.
  - intros op s before ks s' I S1 P Mv. apply (move_afforded S1) with (3 := P) (4 := Mv); [congruence|]. intros n ->.
    now apply (Y n).
  - split; [exact M|]. split; [left; reflexivity|]. rewrite A. pose proof (sane_counts S).
    destruct (initial_quarters o) as (q & ? & ?). cbn [initial spent no_cost moved length]. lia.
  - pose proof (sane_counts S'). destruct (run mended_list (initial mended_list o) program) as [s answers].
    cbn [fst snd app] in *. lia.
Qed.

(** A retired key finds nothing, whatever programs and calls of [insert_at] follow, unless one named that very key. *)
Theorem retired_key_never_resolves_unless_restored o js ks s : lawful o = true ->
  history (d := the_list) restored (initial the_list o) js ks s -> forall n k js' ks' later,
  given ks n k -> found s k = None -> history (d := the_list) restored s js' ks' later -> ~ In k js' ->
  (forall period, has_period o period -> Z.of_nat (length (ks ++ ks')) <= Z.of_nat n + period) ->
  found later k = None.
Proof. apply Restored.retired_key_never_resolves_unless_restored, insert_at_restores. Qed.

(** [insert_at] keeps the invariant, the next id, and what every other key finds. *)
Theorem insert_at_changes_what_its_key_finds_alone s j e : sane quarters s -> let after := fst (insert_at s j e) in
  sane quarters after /\ options after = options s /\ next_id after = next_id s /\
  forall k, k <> j -> found after k = found s k.
Proof. intros S. apply insert_at_restores; auto. now exists e. Qed.

(** The loop of [Reserve] ends with enough room, and doubles no more often than necessary. *)
Theorem reserve_finds_the_least_space_with_room space wanted : 0 < space ->
  let room := doubled (Z.to_nat (Z.log2_up wanted)) space wanted in
  wanted <= room /\ (room = space \/ room < 2 * wanted).
Proof. intros P. split; [now apply reserve_makes_room | apply doubled_spec]. Qed.

End Further.
