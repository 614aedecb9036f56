(** Every partition counts its live cells, and iteration shows each of them once. *)
From Coq Require Export Sorted.
From Lists Require Export FreeLists.

Section Counts.
Context {E : Type} {g : geometry}.
Implicit Types (s : state E) (c : cells E).

Lemma positions_app m n a : positions (m + n) a = positions m a ++ positions n (a + Z.of_nat m).
Proof.
  revert a. induction m as [|m IH]; intros a; cbn [Nat.add positions app]; [f_equal; lia|]. rewrite IH. do 3 f_equal.
  lia.
Qed.

Definition is_live c (i : Z) : bool := match get c i with Some (Has _ _) => true | _ => false end.

Lemma is_live_spec c i : is_live c i = true <-> inhabited c i.
Proof.
  unfold is_live, inhabited. destruct (get c i) as [[e id|n]|]; split; try easy; eauto.
  - intros (e & id & H). discriminate.
  - intros (e & id & H). discriminate.
Qed.

(** The keys and elements in a range of positions. *)
Definition among s (l : list Z) : list (key * E) := flat_map (fun i => listed (key_at s i)) l.

Lemma length_among s l : length (among s l) = length (filter (is_live (contents s)) l).
Proof.
  unfold among, key_at, is_live. induction l as [|i l IH]; cbn; auto.
  destruct (get (contents s) i) as [[e id|n]|]; cbn; auto.
Qed.

Lemma none_live c l : (forall i, In i l -> ~ inhabited c i) -> filter (is_live c) l = [].
Proof.
  induction l as [|i l IH]; cbn; auto. intros H. destruct (is_live c i) eqn:L.
  - apply is_live_spec in L. exfalso. eapply H; eauto.
  - apply IH. eauto.
Qed.

Lemma sound_live c a p l : sound c a p l ->
  Z.of_nat (length (filter (is_live c) (positions (Z.to_nat (opened p)) a))) = live p.
Proof.
  intros S. pose proof (sound_counts S) as K. destruct S as [G L N X C B T].
  set (ps := positions (Z.to_nat (opened p)) a).
  assert (length (filter (is_live c) ps) + length l = Z.to_nat (opened p))%nat as M; [|lia].
  rewrite <- (length_positions (Z.to_nat (opened p)) a). fold ps.
  assert (forall i, In i ps <-> a <= i < a + opened p) as IP by (intros i; unfold ps; rewrite in_positions; lia).
  assert (length l = length (filter (fun i => negb (is_live c i)) ps)) as ->.
  { apply Nat.le_antisymm; apply NoDup_incl_length; auto; [|apply NoDup_filter, nodup_positions|].
    - intros i I. apply X in I as [R V]. apply filter_In. rewrite IP. split; auto. destruct (is_live c i) eqn:H; auto.
      apply is_live_spec in H. exfalso. eauto using not_both.
    - intros i [I H]%filter_In. apply IP in I. apply X. split; auto.
      destruct (vacant_or_inhabited c i) as [V|V]; auto; [apply T; lia|]. apply is_live_spec in V. rewrite V in H.
      discriminate. }
  clear. induction ps as [|i ps IH]; cbn; auto. destruct (is_live c i); cbn; lia.
Qed.

Lemma tiled_live c a ps : tiled c a ps ->
  Z.of_nat (length (filter (is_live c) (positions (Z.to_nat (sum opened ps)) a))) = sum live ps.
Proof.
  induction 1 as [|a p l ps S P T IH]; cbn [sum]; auto. pose proof (bounded S). pose proof (tiled_counts T).
  rewrite Z2Nat.inj_add, positions_app, filter_app, app_length, Nat2Z.inj_add, (sound_live S) by lia. f_equal.
  destruct (Z.eq_dec (sum opened ps) 0) as [O|O].
  - rewrite O in *. cbn. lia.
  - rewrite Z2Nat.id, P by lia. exact IH.
Qed.

Theorem live_cells_are_counted s : sane g s -> live_of s = Z.of_nat (length (items s)).
Proof.
  intros S. change (items s) with (among s (positions (Z.to_nat (opened_of s)) 0)). rewrite length_among. symmetry.
  apply tiled_live, S.
Qed.

(** Iteration shows every live element once, under the key that finds it. *)
Lemma in_items s k e : sane g s -> (In (k, e) (items s) <-> found s k = Some e).
Proof.
  intros S. unfold items. rewrite in_flat_map, found_spec. destruct k as [i id]. cbn [fst snd]. split.
  - intros (j & J & I). unfold key_at in I. destruct (get (contents s) j) as [[x d|n]|] eqn:G; cbn in I; try tauto.
    destruct I as [[= <- <- <-]|[]]. exact G.
  - intros G. exists i. unfold key_at. rewrite G. split; [|now left]. apply in_positions. pose proof (sane_counts S).
    assert (0 <= i < opened_of s); [|lia]. apply (sane_touched _ S); congruence.
Qed.

(** In ascending position. *)
Lemma items_ascend s : StronglySorted (fun x y => fst (fst x) < fst (fst y)) (items s).
Proof.
  unfold items. generalize (Z.to_nat (opened_of s)) as n, 0 as a. intros n.
  induction n as [|n IH]; intros a; cbn [positions flat_map]; [constructor|]. unfold key_at at 1.
  destruct (get (contents s) a) as [[e id|next]|]; cbn [listed app]; auto. constructor; [apply IH|].
  apply Forall_forall. intros [[i d] x] I. apply in_flat_map in I as (j & J & I). apply in_positions in J.
  unfold key_at in I. destruct (get (contents s) j) as [[y b|next]|]; cbn in I; try tauto.
  destruct I as [[= <- _ _]|[]]. cbn. lia.
Qed.

End Counts.
